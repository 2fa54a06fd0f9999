import type { CommandLine } from '../command-line.ts'

/** The command line of `kepsim completion`. */
export const completionLine: CommandLine = {
  name: 'completion',
  about:
    'Prints what a shell is to load, so that Tab completes commands, options, releases, gates and plans.',
  words: [['<shell>', 'bash, zsh, fish or powershell']],
  options: [],
  more: `
In the shell's own file, or for this session only:
  bash        source <(kepsim completion bash)
  zsh         source <(kepsim completion zsh)
  fish        kepsim completion fish | source
  powershell  kepsim completion powershell | Out-String | Invoke-Expression
`,
}
