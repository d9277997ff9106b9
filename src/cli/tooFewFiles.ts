/** Said also when not even the modules of the program can be read; imports nothing. */
export const TOO_FEW_FILES =
  'the process may open too few files (RLIMIT_NOFILE): raise the limit, for example with ulimit -n 4096'
