import type { Operation } from '../operation.js'

/** Temporary by contract: says so in the headers of RFC 9745 and RFC 8594. */
const LEAVING = {
  Deprecation: `@${Date.UTC(2026, 10, 1) / 1_000}`,
  Sunset: new Date(Date.UTC(2027, 10, 1)).toUTCString(),
  Link: '</v1/health>; rel="successor-version"',
}

export const getDiagnosticModules: Operation<'getDiagnosticModules'> = async ({ diagnose }) => ({
  status: 200,
  headers: LEAVING,
  body: await diagnose(),
})
