// Arguments of kubectl that name files: each is given a copy of the machine's file.

/** What copies are made by. */
export interface Copies {
  /** Copies a file or directory; returns the absolute path of the copy. */
  copy(path: string): Promise<string>
  kubeconfig(path: string): Promise<string>
  /** A relative path that may stay as it was typed, so that messages name it so. */
  inside(path: string): string | undefined
}

const long = new Set([
  '--filename',
  '--kustomize',
  '--patch-file',
  '--kubeconfig',
  '--kuberc',
  '--from-file',
  '--from-env-file',
  '--certificate-authority',
  '--client-certificate',
  '--client-key',
  '--cert',
  '--key',
  '--custom',
  '--output-directory',
  '--cache-dir',
  '--profile-output',
])
/** `-f`, and what is glued to it: `-Rf DIR`, `-fFILE`. */
const short = /^-([ARiqtw]*)([fk])(?:=?(.+))?$/s
const template = /^(?:(?:-o|--output)=?)?((?:jsonpath|go-template|custom-columns)-file)=(.*)$/s
/** These have kubectl run programs of their value. */
const runs = /^--(?:helm-command|enable-exec|enable-alpha-plugins|enable-helm)\b/

export class FileArguments {
  private readonly copies: Copies
  constructor(copies: Copies) {
    this.copies = copies
  }

  /** Throws an Error for a flag that would run a program, and for a kubeconfig that cannot be used. */
  async map(args: readonly string[]): Promise<string[]> {
    const mapped: string[] = []
    for (let i = 0; i < args.length; i++) {
      const arg = args[i]!
      // What follows is for a container.
      if (arg === '--') return [...mapped, ...args.slice(i)]
      if (runs.test(arg)) throw new Error(`${arg} is not simulated`)
      const equals = arg.indexOf('=')
      const name = equals < 0 ? arg : arg.slice(0, equals)
      const next = i + 1 < args.length ? args[i + 1]! : undefined
      const glued = arg.startsWith('--') || arg.startsWith('-o') ? null : short.exec(arg)
      if (long.has(name) && equals >= 0)
        mapped.push(`${name}=${await this.value(name, arg.slice(equals + 1))}`)
      else if (glued !== null && glued[3] !== undefined)
        mapped.push(`-${glued[1]}${glued[2]}`, await this.value(name, glued[3]))
      else if (long.has(name) || glued !== null) {
        mapped.push(arg)
        if (next !== undefined) mapped.push(await this.value(name, next))
        i++
      } else mapped.push(await this.other(arg, mapped[0] === 'kustomize'))
    }
    return mapped
  }

  /** Templates in files, and the directory that `kubectl kustomize` is given. */
  private async other(arg: string, kustomize: boolean): Promise<string> {
    const [whole, kind, path] = template.exec(arg) ?? []
    if (whole !== undefined) return `${whole.slice(0, whole.length - path!.length)}${await this.path(path!)}`
    return kustomize && kind === undefined && !arg.startsWith('-') ? this.path(arg) : arg
  }

  private async value(flag: string, text: string): Promise<string> {
    if (flag === '--kubeconfig') return this.copies.kubeconfig(text)
    const paths = /^--from-/.test(flag) ? [text] : text.split(',')
    const mapped: string[] = []
    for (const path of paths) {
      const [, key, file] = /^--from-/.test(flag) ? (/^([\w.-]+)=(.+)$/s.exec(path) ?? []) : []
      mapped.push(file === undefined ? await this.path(path) : `${key}=${await this.path(file)}`)
    }
    return mapped.join(',')
  }

  private async path(text: string): Promise<string> {
    if (text === '-' || text === '') return text
    const copy = await this.copies.copy(text)
    return this.copies.inside(text) ?? copy
  }
}
