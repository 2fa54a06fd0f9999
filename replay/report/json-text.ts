import { invisible } from './visible-text.ts'

/**
 * JSON as a file or a screen takes it: indented, with what a terminal or a runner of tests would act on written as `\u` escapes.
 * What is read back is the value itself.
 */
export const jsonText = (value: unknown): string =>
  `${JSON.stringify(value, undefined, 2)
    .replace(/\x7f/g, '\\u007f')
    .replace(invisible, (c) => c.split('').map(unicode).join(''))
    .replace(/##(?=[a-z]*\[)/gi, '#\\u0023')}\n`

const unicode = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
