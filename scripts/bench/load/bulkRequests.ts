import { cycle, requestBytes } from './requests.js'

/** POST /v1/verify/bulk/agent, with as many addresses as a synchronous call may have. */
export const AGENT_PATH = '/v1/verify/bulk/agent'
export const AGENT_SIZE = 10_000
/** Text of a response of which every address is valid. */
export const AGENT_ALL_VALID = `"stats":{"t":${AGENT_SIZE},"v":${AGENT_SIZE},`

export const BATCH_PATH = '/v1/verify/batch'
export const batchAllValid = (size: number): string => `"summary":{"total":${size},"valid":${size},`

/** Requests with `size` addresses each; the accounts take turns, and each request starts further on in the list. */
export function bulkRequests(
  path: string,
  options: { count: number; size: number; keys: readonly string[] },
  emails: readonly string[],
) {
  const { count, size, keys } = options
  return Array.from({ length: count }, (_, index) => {
    const next = cycle([...emails.slice((index * size) % emails.length), ...emails])
    return requestBytes(path, {
      key: keys[index % keys.length]!,
      body: { emails: Array.from({ length: size }, next) },
    })
  })
}
