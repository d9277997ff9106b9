import { destination, pino, stdSerializers } from 'pino'
import type { Log } from '../../kernel/log.js'

/** One JSON line an event, on standard error: standard output belongs to people. */
export const createPinoLog = (level: string): Log =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { error: stdSerializers.err } },
    destination({ dest: 2, sync: false }),
  )
