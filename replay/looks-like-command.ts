import { definedName } from './machine/definitions.ts'
import { isProgram, isProse } from './programs/is-program.ts'

/** Whether a line without prompt reads as a command: its program is one that scripts use, in a shape in which they use it. */
export function looksLikeCommand(text: string): boolean {
  const line = text.trim()
  if (line === '' || /^[#/<>|*+]{1,2}\s/.test(line)) return false
  if (isAssignment(line)) return true
  if (definedName(line) !== undefined || /^[A-Za-z_]\w*=(?:"?\$\(|`|\((?!\)))/.test(line)) return true
  if (/^(?:\[\[?|\(\()\s/.test(line)) return isTest(line)
  // "kind: Node" is output, as "service/foo created" is.
  if (/^[a-z]+:\s/.test(line) || tellsOfObject.test(line) || isSynopsis(line)) return false
  return isProgram(line) && !isProse(line)
}

/** `service/echo created`, where `echo` is no program. */
const tellsOfObject =
  /^[a-z][a-z0-9.-]*\/[\w.-]+ (?:[a-z]+(?:ed|aled)|unchanged|condition met|serverside-applied|not (?:labeled|annotated|patched))(?: \([a-z ]+\))?$/

/** `tool push --config a`, `tool <name> --up`: a program that no list has, with an option among its first words. */
export const hasOptions = (text: string): boolean => {
  const line = text.trim()
  return (
    /^[a-z][\w.-]*(?:\s+(?:[a-z][\w-]*|<[\w -]+>)){0,3}\s+-{1,2}[A-Za-z][\w-]*(?:[\s=]|$)/.test(line) &&
    !/^(?:add|append|change|delete|disable|edit|enable|pass|remove|restart|run|set|specify|start|use|with)\s/.test(
      line,
    ) &&
    !isProse(line.replace(/\s-{1,2}[\w-]+/g, ''))
  )
}

/** `name=value` alone; not the end of a base64 text, nor a key in another language: `a="b",`. */
export const isAssignment = (text: string): boolean => {
  const line = text.trim()
  return (
    /^[A-Za-z_]\w{0,40}=(?!=)(?:[^\s"'\\]|\\.|"[^"]*"|'[^']*')*$/.test(line) &&
    !/[,;]$|[^=]=$|=.*=$/.test(line.slice(-200).replace(/^\w+=$/, ''))
  )
}

/** `[ -f a ]`, rather than a list of names. */
const isTest = (line: string): boolean =>
  /(?:\]|\))\)?\s*(?:&&|\|\||;|$)/.test(line) &&
  (/^\(\(/.test(line) ||
    /^\[\[?\s+(?:!\s+)?(?:-[a-z]\s|["$'\w][^,]*\s(?:==?|!=|=~|-[a-z]{2}|<|>)\s)/.test(line))

/** What a usage text shows: optional parts in brackets, `A | B` in parentheses. */
export const isSynopsis = (text: string): boolean => {
  const line = text.replace(/'[^']*'|"[^"]*"/g, '_')
  if (
    !/^(?:sudo\s+)?(?:kubectl|kubeadm|kubelet|kube-[a-z-]+|kind|helm|docker|etcdctl|kepsim|kustomize)\s/.test(
      line,
    )
  )
    return false
  return (
    /\s\[\s?-{1,2}[\w-]|\s\[(?:[a-z-]*(?:flags|options|args|arguments|commands?|subcommand)(?:\.\.\.)?|[A-Z_ ]+\.\.\.)\]/.test(
      line,
    ) || /\s\((?:-{1,2}[a-z]|[A-Z][\w' /]*\|)/.test(line)
  )
}
