import { type Reason, type ReasonCode, V1_REASONS, V2_REASONS } from './reasonCodes.js'
import { REASON_TEXTS } from './reasonTexts.js'

function versionsOf(code: ReasonCode): Reason['versions'] {
  const isV1 = V1_REASONS.some((each) => each === code)
  const isV2 = V2_REASONS.some((each) => each === code)
  return [...(isV1 ? (['v1'] as const) : []), ...(isV2 ? (['v2'] as const) : [])]
}

/** All reasons of both API versions, by code. */
export const REASONS = Object.fromEntries(
  [...new Set<ReasonCode>([...V1_REASONS, ...V2_REASONS])].map((code) => [
    code,
    { code, slug: code.replaceAll('_', '-'), versions: versionsOf(code), ...REASON_TEXTS[code] },
  ]),
) as unknown as Readonly<Record<ReasonCode, Reason>>

const BY_SLUG = new Map(Object.values(REASONS).map((reason) => [reason.slug, reason]))

/** The reason with this documentation slug, if any. */
export const reasonBySlug = (slug: string): Reason | undefined => BY_SLUG.get(slug)
