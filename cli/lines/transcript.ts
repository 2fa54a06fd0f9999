import type { CommandLine } from '../command-line.ts'
import { guardOptions } from '../guard-options.ts'
import { jsonOption, updateOption } from './common.ts'

/** The command line of `kepsim transcript`. */
export const transcriptLine: CommandLine = {
  name: 'transcript',
  about:
    'Runs the shell blocks of Markdown documents and holds the outputs in them to what is really printed.',
  words: [['<file...>', 'Markdown documents; each runs on a machine of its own']],
  options: [
    { form: '--check', about: 'say which outputs differ, and exit with 1 if any does (the default)' },
    { ...updateOption, about: 'write the real outputs into the documents', formerly: 'write' },
    { form: '--cast <file>', about: 'write the session as an asciicast (one document)' },
    { form: '--svg <file>', about: 'write the session as a picture (one document)' },
    jsonOption,
    { form: '--seed <n>', about: 'for uids, addresses and generated names', default: '1' },
    { form: '--start <time>', about: 'when the first command runs', default: '2026-01-01T00:00:00Z' },
    {
      form: '--allow-host',
      about:
        "for documents of your own: let 'kepsim' in them import modules, open sockets, and reach your files",
    },
    { form: '--from <n>', default: '0' },
    ...guardOptions,
  ],
}
