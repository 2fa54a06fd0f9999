import { literalPattern } from '../../../component-base/literal-pattern.ts'

/** The host and port that a kubectl of the host is told where the document's has no server: nothing listens there. */
export const noServer = '127.0.0.1:1'

// Ports of servers begin with the same digit.
const named = new RegExp(`${literalPattern(noServer)}(?!\\d)`, 'g')

/** A text of kubectl with the address that it takes by itself where it has none. */
export const withOwnDefault = (text: string): string => text.replace(named, 'localhost:8080')
