import { newTraceId } from '../../kernel/ids.js'

/** W3C Trace Context, section 3.2. */
const TRACE_PARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

/** The trace that a call belongs to: its caller's, or a new one. @param traceparent the header of that name */
export const traceIdOf = (traceparent: string | undefined): string =>
  TRACE_PARENT.exec(traceparent ?? '')?.[1] ?? newTraceId()
