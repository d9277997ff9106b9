import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempDirectory } from './tempDirectory.js'

/** A self-signed certificate for one host name, created now by openssl. */
export function selfSigned(host: string): { readonly key: string; readonly cert: string } {
  const directory = tempDirectory()
  const [key, cert] = [join(directory.path, 'key.pem'), join(directory.path, 'cert.pem')]
  try {
    const what = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    const whose = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`, '-keyout', key, '-out', cert]
    execFileSync('openssl', ['req', ...what, ...whose], { stdio: 'ignore' })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    directory.remove()
  }
}
