import type { Option } from './command-line.ts'

/** The options that set the limits of a document. */
export const guardOptions: readonly Option[] = [
  {
    form: '--timeout <duration>',
    about: 'how long a document may take, as 90s or 10m; 0: as long as it does',
    default: '10m',
  },
  {
    form: '--memory-limit <quantity>',
    about: 'how much memory a document may take, as 512Mi; 0: as much as it does',
    default: '1Gi',
  },
  { form: '--guarded' },
]
