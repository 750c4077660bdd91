// data/data_store.h - the inside of the public DataStore.
#pragma once

#include "data/store.h"
#include "winnow/store.h"

namespace winnow {

struct DataStore::Impl {
  std::string file;
  Store store;
};

}  // namespace winnow
