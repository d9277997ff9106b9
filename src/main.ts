#!/usr/bin/env -S node --max-semi-space-size=32 --initial-old-space-size=128 --no-allocation-site-pretenuring
import { runProgram } from './cli/program.js'

process.exitCode = await runProgram(process.argv.slice(2))
