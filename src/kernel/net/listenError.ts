const ADVICE: { readonly [code: string]: (port: string) => string } = {
  EADDRINUSE: (port) => `Another program is using that port; choose another ${port}.`,
  EACCES: (port) => `This user is not permitted to use that port; choose another ${port}.`,
  EADDRNOTAVAIL: () => 'This machine does not have that address; choose another HOST.',
  EAFNOSUPPORT: () => 'This machine does not support that address family; choose another HOST.',
  EINVAL: () => 'It is not possible to listen on that address; choose another HOST.',
  ENOTFOUND: () => 'The host name cannot be resolved; choose another HOST.',
  EAI_AGAIN: () => 'The host name cannot be resolved; choose another HOST.',
}

/**
 * Why the server cannot listen on the configured address, in one line; undefined for other errors.
 * @param port name of the setting of the port
 */
export function listenErrorMessage(error: unknown, port: string): string | undefined {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined
  const advice = ADVICE[code ?? '']
  return `${message}. ${advice ? advice(port) : `Choose another HOST or ${port}.`}`
}
