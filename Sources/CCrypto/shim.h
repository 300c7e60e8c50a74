#ifndef CARTOGRAPHER_CCRYPTO_SHIM_H
#define CARTOGRAPHER_CCRYPTO_SHIM_H

#include <openssl/evp.h>

#endif
