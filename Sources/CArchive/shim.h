#ifndef CARTOGRAPHER_CARCHIVE_SHIM_H
#define CARTOGRAPHER_CARCHIVE_SHIM_H

#include <archive.h>
#include <archive_entry.h>

#endif
