// Whether the servers of MONGODB_URL do not answer because of TLS.
import { BSON } from 'mongodb'
import { StoreUrlError } from '../storeUrlError.js'
import { readCertificate, readKey } from '../tls/certificateFiles.js'
import { tlsProblem } from '../tls/probe.js'
import { createClient } from './client.js'

const HEADER_BYTES = 16
const OP_MSG = 2013
const REQUEST = 32

/** The first message of any client (https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/). */
function hello(): Buffer {
  const document = BSON.serialize({ hello: 1, $db: 'admin' })
  // The numbers of a header, flags, and the kind of the section.
  const message = Buffer.alloc(HEADER_BYTES + 5 + document.length)
  message.writeInt32LE(message.length, 0)
  message.writeInt32LE(REQUEST, 4)
  message.writeInt32LE(OP_MSG, 12)
  message.set(document, HEADER_BYTES + 5)
  return message
}

/**
 * Finds out why the servers of a URL do not answer, if it is TLS. @returns what to set or renew, in one line; undefined if
 * the cause is another one, or if the servers are found by DNS
 * @throws StoreUrlError when a file that the URL names cannot be used
 */
export async function tlsProblemOf(url: string): Promise<string | undefined> {
  const { client } = createClient(url)
  const { hosts, tls, tlsCAFile, tlsCertificateKeyFile, passphrase, rejectUnauthorized, checkServerIdentity } =
    client.options
  const problem = (text: string) => new StoreUrlError(`MONGODB_URL: ${text}`)
  const ca = tlsCAFile === undefined ? undefined : readCertificate('tlsCAFile', tlsCAFile, problem)
  const key = tlsCertificateKeyFile && readKey('tlsCertificateKeyFile', tlsCertificateKeyFile, problem, passphrase)
  if (tlsCertificateKeyFile) readCertificate('tlsCertificateKeyFile', tlsCertificateKeyFile, problem)
  const servers = hosts.flatMap(({ host, port, isIPv6 }) =>
    host === undefined || port === undefined ? [] : [{ address: isIPv6 ? `[${host}]` : host, port }],
  )
  return tlsProblem(servers, {
    tls: tls
      ? {
          ...(ca && { ca }),
          ...(key && { key, cert: key, ...(passphrase !== undefined && { passphrase }) }),
          ...(rejectUnauthorized !== undefined && { rejectUnauthorized }),
          ...(checkServerIdentity && { checkServerIdentity }),
        }
      : undefined,
    greeting: hello(),
    isAnswer: (bytes) => bytes.length >= HEADER_BYTES && bytes.readInt32LE(8) === REQUEST,
  })
}
