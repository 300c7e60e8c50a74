#ifndef CARTOGRAPHER_CBZIP2_SHIM_H
#define CARTOGRAPHER_CBZIP2_SHIM_H

#include <bzlib.h>

#endif
