const ADVICE: { readonly [code: string]: (port: string) => string } = {
  EADDRINUSE: (port) => `Another program listens there; choose another ${port}.`,
  EACCES: (port) => `This user may not listen there; choose another ${port}.`,
  EADDRNOTAVAIL: () => 'This machine does not have that address; choose another HOST.',
  EAFNOSUPPORT: () => 'This machine has no addresses of that kind; choose another HOST.',
  EINVAL: () => 'That is no address to listen on; choose another HOST.',
  ENOTFOUND: () => 'No such host is known; choose another HOST.',
  EAI_AGAIN: () => 'No such host is known; choose another HOST.',
}

/**
 * Why nobody can listen where the settings say, in one line; undefined where that is not what went wrong.
 * @param port the name of the setting
 */
export function listenErrorMessage(error: unknown, port: string): string | undefined {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined
  const advice = ADVICE[code ?? '']
  return `${message}. ${advice ? advice(port) : `Choose another HOST or ${port}.`}`
}
