import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { tempDirectory } from './tempDirectory.js'

export interface Certificate {
  readonly key: string
  readonly cert: string
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
const NEW_RSA_KEY = ['-newkey', 'rsa:2048', '-nodes']

/** A self-signed certificate for one host name or several names and addresses, created now by openssl. */
export const selfSigned = (...hosts: [string, ...string[]]): Certificate => selfSignedWith(NEW_KEY, hosts)

/** One whose key is RSA, for servers that know no other. */
export const selfSignedRsa = (...hosts: [string, ...string[]]): Certificate => selfSignedWith(NEW_RSA_KEY, hosts)

const selfSignedWith = (newKey: readonly string[], hosts: readonly [string, ...string[]]): Certificate =>
  create((key, cert) => {
    const names = hosts.map((host) => `${isIP(host) ? 'IP' : 'DNS'}:${host}`).join()
    const whose = ['-subj', `/CN=${hosts[0]}`, '-addext', `subjectAltName=${names}`, '-keyout', key, '-out', cert]
    openssl(['req', '-x509', ...newKey, '-days', '2', ...whose])
  })

/** One that was valid in January 2020. */
export const expired = (host: string): Certificate =>
  create((key, cert, directory) => {
    const at = (name: string) => join(directory, name)
    const extensions = `[e]\nsubjectAltName=DNS:${host}\nbasicConstraints=CA:true\n`
    const authority = `database=${at('index')}\nserial=${at('serial')}\ndefault_md=sha256\npolicy=p\nnew_certs_dir=${directory}\nx509_extensions=e\n`
    writeFileSync(at('index'), '')
    writeFileSync(at('serial'), '01')
    writeFileSync(at('config'), `[ca]\ndefault_ca=a\n[a]\n${authority}[p]\ncommonName=supplied\n${extensions}`)
    openssl(['req', '-new', ...NEW_KEY, '-subj', `/CN=${host}`, '-keyout', key, '-out', at('request')])
    const dates = ['-startdate', '200101000000Z', '-enddate', '200131000000Z']
    const files = ['-config', at('config'), '-keyfile', key, '-in', at('request'), '-out', cert]
    openssl(['ca', '-batch', '-selfsign', '-notext', ...dates, ...files])
  })

const openssl = (args: readonly string[]) => execFileSync('openssl', args, { stdio: 'ignore' })

function create(make: (key: string, cert: string, directory: string) => void): Certificate {
  const directory = tempDirectory()
  const [key, cert] = [join(directory.path, 'key.pem'), join(directory.path, 'cert.pem')]
  try {
    make(key, cert, directory.path)
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    directory.remove()
  }
}
