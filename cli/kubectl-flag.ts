import type { Option } from './command-line.ts'

/** The option --kubectl. */
export const kubectlOption: Option = {
  form: '--kubectl <builtin|host|path>',
  about:
    'kubectl to use: the built-in one of the simulated release; for documents of your own also the first on PATH ("host") or a path',
  default: 'builtin',
}
