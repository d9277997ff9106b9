// Certificates and keys in files that a connection string names, with a sentence for each way in which a file can be unusable.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Makes the error that is thrown, of a sentence about the file. */
export type Problem = (text: string) => Error

const FILE_ERRORS: { readonly [code: string]: string } = {
  ENOENT: 'does not exist',
  EISDIR: 'is a folder; name the file in it',
  EACCES: 'may not be read by this user',
}

function read(name: string, path: string, problem: Problem): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    throw problem(`the file in ${name}, ${path}, ${FILE_ERRORS[code] ?? `cannot be read (${code})`}`)
  }
}

/** One certificate in PEM, or several: the file of an authority may hold old ones too. */
export function readCertificate(name: string, path: string, problem: Problem): Buffer {
  const content = read(name, path, problem)
  const found = content.toString('latin1').match(/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs) ?? []
  const expiries = found.map((pem) => expiryOf(pem) ?? Number.NaN)
  if (expiries.length === 0 || expiries.some(Number.isNaN))
    throw problem(`the file in ${name}, ${path}, is not a certificate in PEM format (-----BEGIN CERTIFICATE-----)`)
  const latest = Math.max(...expiries)
  if (latest < Date.now())
    throw problem(`the certificate in ${name}, ${path}, expired on ${new Date(latest).toISOString().slice(0, 10)}`)
  return content
}

function expiryOf(pem: string): number | undefined {
  try {
    return Date.parse(new X509Certificate(pem).validTo)
  } catch {
    return undefined
  }
}

/** A private key in PEM, possibly beside its certificate. @param passphrase that it is encrypted with; none by default */
export function readKey(name: string, path: string, problem: Problem, passphrase?: string): Buffer {
  const content = read(name, path, problem)
  try {
    createPrivateKey({ key: content, ...(passphrase !== undefined && { passphrase }) })
    return content
  } catch {
    const how = passphrase === undefined ? 'without a passphrase' : 'with the given passphrase'
    throw problem(`the file in ${name}, ${path}, is not a private key in PEM format ${how}`)
  }
}
