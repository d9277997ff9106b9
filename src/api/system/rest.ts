import type { ApiSchema } from '../contract/types.js'
import type { Operation, PublicOperation } from '../operation.js'
import { contentOf } from '../rest/prepared.js'
import { healthReply, livenessReply } from './present.js'

export const getHealth: PublicOperation<'getHealth'> = async ({ health, baseUrl }) =>
  healthReply(await health.ready(), baseUrl)

export const getLiveness: PublicOperation<'getLiveness'> = ({ health, baseUrl }) =>
  livenessReply(health.live(), baseUrl)

export const getReadiness: PublicOperation<'getReadiness'> = async ({ health, baseUrl }) =>
  healthReply(await health.ready(), baseUrl)

export const getOpenapi: PublicOperation<'getOpenapi'> = ({ openapi }) => ({
  status: 200,
  headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'public, max-age=300' },
  body: contentOf<ApiSchema<'OpenapiDocument'>>(openapi),
})

/** Deprecation headers (RFC 9745, RFC 8594): the operation is temporary by contract. */
const DEPRECATION_HEADERS = {
  Deprecation: `@${Date.UTC(2026, 10, 1) / 1_000}`,
  Sunset: new Date(Date.UTC(2027, 10, 1)).toUTCString(),
  Link: '</v1/health>; rel="successor-version"',
}

export const getDiagnosticModules: Operation<'getDiagnosticModules'> = async ({ diagnose }) => ({
  status: 200,
  headers: DEPRECATION_HEADERS,
  body: await diagnose(),
})
