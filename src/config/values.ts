// How the texts of settings are parsed and checked.
import { isIP } from 'node:net'
import { z } from 'zod'
import { parseServer } from '../kernel/net/serverAddress.js'
import { MINUTE_MS, parseDuration } from '../kernel/time.js'

export const servers = z.string().transform((text, context) => {
  const parsed = text.split(',').map((part) => parseServer(part.trim()))
  if (parsed.every((server) => server !== undefined)) return parsed
  context.addIssue({
    code: 'custom',
    message: 'must be a comma-separated list of IP addresses, each with an optional port',
  })
  return z.NEVER
})

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`)

export const origins = z.string().transform((text, context) => {
  const parsed = text.split(',').map((part) => part.trim())
  if (parsed.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin)) return parsed
  context.addIssue({ code: 'custom', message: 'must be a comma-separated list of origins' })
  return z.NEVER
})

const NAMED_SUBNETS = ['loopback', 'linklocal', 'uniquelocal']

function isSubnet(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.split('/')
  const family = isIP(address)
  return family > 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}

export const proxies = z.string().refine((text) => {
  const parts = text.split(',').map((part) => part.trim())
  const isProxies = (part: string) => NAMED_SUBNETS.includes(part) || (isSubnet(part) && !/\/0+$/.test(part))
  return /^\d{1,2}$/.test(text) || parts.every(isProxies)
}, 'must be a number of proxies or a comma-separated list of their subnets; `true` and /0 are not accepted, because they would trust every client')

export const subnets = z.string().transform((text, context) => {
  const parts = text.split(',').map((part) => part.trim())
  if (parts.every((part) => part.includes('/') && isSubnet(part) && !part.includes('%'))) return parts
  context.addIssue({ code: 'custom', message: 'must be a comma-separated list of subnets in CIDR notation' })
  return z.NEVER
})

export const httpUrl = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'must be an http or https URL')
  .refine((text) => !/[?#]/.test(text), 'must not have a query or a fragment, because paths are appended to it')
  .transform((text) => text.replace(/\/+$/, ''))

/** Object storage counts slashes: an empty part of a path would be another key. */
export const bucketUrl = httpUrl
  .refine((text) => new URL(text).username === '', 'must not contain the access key: set ARCHIVE_BUCKET_KEY_ID')
  .refine((text) => !/[^:]\/\/|%|\+/.test(text), 'must be a plain path without empty parts')

/** A URL, or a path. */
export const listSource = z
  .string()
  .min(1, 'is empty')
  .refine(
    (text) => !/^[a-z][a-z0-9+.-]+:\/\//i.test(text) || (/^https?:/i.test(text) && URL.canParse(text)),
    'must be an http or https URL, or a path',
  )
  .refine((text) => !/^https?:\/\/[^/]*@/i.test(text), 'must not contain a user name or password')

/** Only the scheme is checked; the store's client checks the rest: it may name several servers, which a URL cannot. */
export const connectionString = (pattern: RegExp, schemes: string) =>
  z.string().regex(pattern, `must begin with ${schemes}`)

/** Without a hyphen, so that KurrentDB's category of a stream is the prefix and our category. */
export const streamPrefix = z
  .string()
  .regex(/^[a-z][a-z0-9_.]{0,49}$/i, 'must be a letter, then up to 49 letters, digits, underscores and dots')

export const secretKey = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64')
  .transform((text) => Buffer.from(text, 'base64'))

/** Each backup of a service is a process that has to start; an own `mailproof backup --every` makes them more often. */
export const backupInterval = z
  .string()
  .transform((text) => parseDuration(text) ?? 0)
  .refine((milliseconds) => milliseconds >= MINUTE_MS, 'must be a duration of a minute or more: 15m, 1h, 1d')

export const hostName = z
  .string()
  .toLowerCase()
  .regex(
    /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
    'must be a host name with a domain, in ASCII',
  )

/** In MAIL FROM: without quotes, so that nothing in it could end the command. */
export const senderAddress = z
  .string()
  .regex(/^[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[a-z0-9.-]{1,255}$/i, 'must be an email address in ASCII')

/** An SMTP server that mail is submitted to. */
export const smtpServer = z.string().transform((text, context) => {
  const { protocol, hostname, port, username, password, pathname, search } = URL.canParse(text) ? new URL(text) : NO_URL
  const secure = protocol === 'smtps:'
  const isServer = (secure || protocol === 'smtp:') && hostname !== '' && pathname.length <= 1 && search === ''
  if (isServer && (username !== '' || password === ''))
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || (secure ? SMTPS_PORT : SUBMISSION_PORT)),
      /** Whether the connection begins with TLS; otherwise STARTTLS is used. */
      secure,
      ...(username !== '' && {
        credentials: { user: percentDecoded(username), password: percentDecoded(password) },
      }),
    }
  context.addIssue({ code: 'custom', message: 'must be a URL such as smtps://user:password@mail.example.org:465' })
  return z.NEVER
})

/** At most one of each family. */
export const ownAddresses = z.string().transform((text, context) => {
  const addresses = text.split(',').map((part) => part.trim())
  const families = addresses.map(isIP)
  if (!families.includes(0) && new Set(families).size === families.length) return addresses
  context.addIssue({ code: 'custom', message: 'must be an IPv4 address, an IPv6 address, or one of each' })
  return z.NEVER
})

export const socksProxy = z.string().transform((text, context) => {
  const { protocol, hostname, port, username, password, pathname } = URL.canParse(text) ? new URL(text) : NO_URL
  const isProxy = protocol === 'socks5:' && hostname !== '' && pathname.length <= 1
  const [user, secret] = [percentDecoded(username), percentDecoded(password)]
  if (isProxy && Buffer.byteLength(user) <= 255 && Buffer.byteLength(secret) <= 255)
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || SOCKS_PORT),
      ...(user !== '' && { credentials: { user, password: secret } }),
    }
  context.addIssue({ code: 'custom', message: 'must be a URL such as socks5://host:1080' })
  return z.NEVER
})

/** As it is if it is malformed: a password may have a percent sign. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const SOCKS_PORT = 1_080
const SUBMISSION_PORT = 587
const SMTPS_PORT = 465
const NO_URL = { protocol: '', hostname: '', port: '', username: '', password: '', pathname: '', search: '' }
