import type { Upcaster } from './eventing/upcast.js'

/**
 * Upcasters of all features. Empty while every event type is in version 1; `schema/events/README.md` explains how to
 * add one.
 */
export const upcasters: readonly Upcaster[] = []
