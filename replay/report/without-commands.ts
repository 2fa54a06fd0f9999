import { visibleText } from './visible-text.ts'

/** An error's text, which tells what a document or a file says: GitHub's runners read no command in it. */
export const withoutCommands = (text: string): string =>
  visibleText(text)
    .replaceAll('##[', '## [')
    .replace(/^([ \t]*):(?=:)/gm, '$1: ')
