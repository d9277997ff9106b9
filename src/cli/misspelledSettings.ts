import { closestName } from '../api/contract/names.js'
import { foreignVariables, SETTING_NAMES } from '../config.js'

interface MisspelledSetting {
  readonly variable: string
  /** The setting that was probably meant. */
  readonly setting: string
}

/** Variables that the command line itself reads, or that Kubernetes sets for a service called mailproof. */
const OTHER_VARIABLES = /^MAILPROOF_(API_KEY$|URL$|SERVICE_|PORT_|PORT$)/
/** Settings have no prefix, but users may expect one. */
const PREFIX = /^MAILPROOF_/

/** Environment variables that are no settings but nearly have the name of one. Other variables are ignored. */
export const findMisspelledSettings = (variables = foreignVariables()): MisspelledSetting[] =>
  variables
    .filter((variable) => !OTHER_VARIABLES.test(variable))
    .flatMap((variable) => {
      const setting = closestName(variable.replace(PREFIX, ''), SETTING_NAMES)
      return setting === undefined ? [] : [{ variable, setting }]
    })
