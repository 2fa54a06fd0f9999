import { placeholdersIn } from './placeholders.ts'

/** Programs that take a node, or the container that it is, by its name. */
const takesNode =
  /\bdocker\s+(?:container\s+)?(?:exec|cp|restart|start|stop|logs|inspect)\b|\b(?:kubectl|k)\s[^|;&]*\b(?:nodes?|cordon|uncordon|drain|taint|debug)\b/
const meansNode =
  /^<[^<>]*\b(?:node|container|control[- ]?plane|worker)\b[^<>]*>$|^(?:<?NODE(?:[_-]?NAME)?>?)$/i

/** A command with the name of the only node where its author left it to the reader: `docker exec -it <node container> sh`. */
export function withOnlyNode(command: string, nodes: readonly string[]): string {
  const [name] = nodes
  if (name === undefined || nodes.length > 1 || !takesNode.test(command)) return command
  return placeholdersIn(command)
    .filter((one) => meansNode.test(one))
    .reduce((text, one) => text.replaceAll(one, name), command)
}
