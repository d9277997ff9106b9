// The certificates that KURRENTDB_URL names: read once, at start.
import type { ChannelCredentialOptions } from '@kurrent/kurrentdb-client'
import { type Problem, readCertificate, readKey } from '../../../tls/certificateFiles.js'
import type { Parameters } from './parameters.js'

/** @throws the error made by `problem` */
export function readCertificates(parameters: Parameters, problem: Problem): ChannelCredentialOptions {
  const { tls, tlsVerifyCert, tlsCAFile, userCertFile, userKeyFile } = parameters
  if (tls === 'false') return { insecure: true }
  if ((userCertFile === undefined) !== (userKeyFile === undefined))
    throw problem('userCertFile and userKeyFile must be set together')
  return {
    ...(tlsCAFile !== undefined && { rootCertificate: readCertificate('tlsCAFile', tlsCAFile, problem) }),
    ...(userCertFile !== undefined && { userCertFile: readCertificate('userCertFile', userCertFile, problem) }),
    ...(userKeyFile !== undefined && { userKeyFile: readKey('userKeyFile', userKeyFile, problem) }),
    ...(tlsVerifyCert === 'false' && { verifyOptions: { rejectUnauthorized: false } }),
  }
}
