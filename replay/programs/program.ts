/** A program that documents run. By default its name begins a command, and its output is compared. */
export interface Program {
  /** Others of which the same is to be said. */
  readonly also?: readonly string[]
  /** It is a command of the machine: replay/machine/commands.ts has what runs. Without it: the shell's own, or none. */
  readonly machine?: true
  /** In which shapes a line that begins with its name runs it, where the name is an English word or means nothing alone: what follows the name. `never`: too much a word for that, or too rare. */
  readonly line?: RegExp | 'never'
  /** No text of another kind begins a line with it. */
  readonly unmistakable?: true
  /** Prose and pseudo-code begin with its name too: `kubelet reads the file`. */
  readonly spoken?: true

  /** In backticks within a sentence it is a command that the reader is told to type: with arguments, or `alone`. */
  readonly told?: true | 'alone'
  /** Sentences name what it prints by it: "`curl …` returns nothing". */
  readonly prints?: true
  /** What it takes before the name of a package to bring that: `install -y`. */
  readonly installs?: string

  /** What it prints is of the author's own surroundings, and no assertion. */
  readonly surroundings?: true
  /** It does nothing that what follows could depend on. Of kubectl its verb decides. */
  readonly looks?: true
  /** It asks no component of anything, nor runs what could. */
  readonly idle?: true
  /** It means nothing without a cluster. */
  readonly needsCluster?: true
  /** What it prints depends on the components, so that their gates may explain it. */
  readonly asksComponents?: true
  /** It takes the arguments of kubectl. */
  readonly client?: true
  /** It brings packages: what it names are no commands. */
  readonly packages?: true
  /** It opens a file for who types. */
  readonly editor?: true
  /** No container has it: who types it has left the container's shell. */
  readonly outside?: true
  /** It runs programs in containers. */
  readonly containers?: true

  /** Which of its words name files that it reads. `named`: the last ones, with an ending that only files have. */
  readonly files?: 'manifests' | 'config' | 'values' | 'data' | 'named'

  /** It shows the one file that it is given. */
  readonly views?: true
  /** It writes files that its words name. */
  readonly writes?: true
  /** Lines that begin with `#` may be what it prints. */
  readonly printsComments?: true

  /** Exit code 1 is an answer, no failure. */
  readonly answers?: true
  /** It runs other programs, which are told of themselves. */
  readonly runsOthers?: true
  /** A builtin of the shell that cannot fail in a telling way. */
  readonly untold?: true

  /** Called by a path it is a command of the machine nevertheless: this one. */
  readonly byPath?: string
  /** Where it stands in a checkout of kubernetes; at its author's paths, too. */
  readonly checkout?: string
}
