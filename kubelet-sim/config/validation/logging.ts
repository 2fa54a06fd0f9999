import { errorText, FieldPath } from '../../../apimachinery/field-error.ts'
import { type LoggingConfiguration, validateLogging } from '../../../apimachinery/scheme/logging.ts'
import type { CheckContext } from './check.ts'

/** The errors of the section `logging`, each once. */
export const loggingErrors = (logging: LoggingConfiguration, context: CheckContext): string[] => [
  ...new Set(validateLogging(logging, FieldPath.of('logging'), context).map(errorText)),
]
