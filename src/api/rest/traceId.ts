import { newTraceId } from '../../kernel/ids.js'

/** W3C Trace Context, section 3.2: version ff is invalid, and only later versions than 00 may have further fields. */
const TRACE_PARENT = /^(?!ff|00.{54})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/

/** The caller's trace id, or a new one. @param traceparent the request header */
export const traceIdOf = (traceparent: string | undefined): string =>
  TRACE_PARENT.exec(traceparent ?? '')?.[1] ?? newTraceId()
