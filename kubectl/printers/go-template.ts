// Go templates over decoded JSON.
// Upstream: text/template/exec.go, cli-runtime/pkg/printers/template.go

import { goSprint, goTyped } from '../../apimachinery/go-print/json-values.ts'
import { sortKeys } from '../../apimachinery/go-print/marshal.ts'
import { isObject } from '../../apimachinery/json.ts'
import { goQuote } from '../../component-base/go/quote.ts'
import { KubectlError } from '../errors.ts'
import { compareOrder, functions, isTrue } from './go-template-functions.ts'
import { type Operand, type Pipe, parseGoTemplate, type TemplateNode } from './go-template-parser.ts'

type Value = unknown

/** What a missing key prints as: text/template says `<no value>`. */
const noValue = '<no value>'

class LoopControl extends Error {
  readonly kind: 'break' | 'continue'
  constructor(kind: 'break' | 'continue') {
    super(kind)
    this.kind = kind
  }
}

/** The names of functions; of `and` and `or` it depends on their operands how many are evaluated. */
const known: ReadonlySet<string> = new Set([...Object.keys(functions), 'and', 'or'])

/** A printer for `-o go-template=…`. */
export function goTemplatePrinter(
  template: string,
  options: { allowMissingKeys?: boolean } = {},
): (value: Value) => string {
  let nodes: TemplateNode[]
  try {
    nodes = parseGoTemplate(template, known)
  } catch (error) {
    throw new KubectlError(
      `error parsing template ${template}, template: output:1: ${(error as Error).message}`,
    )
  }
  return (value) => {
    try {
      return new Execution(nodes, options.allowMissingKeys !== false).run(sortKeys(value))
    } catch (error) {
      const { message } = error as Error
      throw new KubectlError(
        `error executing template ${goQuote(template)}: template: output:1: executing "output" at ${message}`,
      )
    }
  }
}

class Execution {
  private readonly definitions = new Map<string, TemplateNode[]>()
  private readonly nodes: TemplateNode[]
  private readonly allowMissing: boolean
  private scope: [string, Value][] = []
  private out = ''

  constructor(nodes: TemplateNode[], allowMissing: boolean) {
    this.nodes = nodes
    this.allowMissing = allowMissing
    for (const node of nodes) if (node.type === 'define') this.definitions.set(node.name, node.body)
  }

  run(data: Value): string {
    this.scope = [['$', data]]
    this.walk(this.nodes, data)
    return this.out
  }

  private walk(nodes: readonly TemplateNode[], dot: Value): void {
    const depth = this.scope.length
    for (const node of nodes) this.node(node, dot)
    this.scope.length = depth
  }

  private node(node: TemplateNode, dot: Value): void {
    switch (node.type) {
      case 'text':
        this.out += node.text
        return
      case 'action': {
        const value = this.pipe(node.pipe, dot)
        if (node.pipe.variables.length === 0) this.out += printed(value)
        return
      }
      case 'if':
      case 'with':
        this.choice(node, dot)
        return
      case 'range':
        this.range(node, dot)
        return
      case 'template':
        this.call(node, dot)
        return
      case 'break':
      case 'continue':
        throw new LoopControl(node.type)
      case 'define':
        return
    }
  }

  private choice(node: TemplateNode & { type: 'if' | 'with' | 'range' }, dot: Value): void {
    const depth = this.scope.length
    const value = this.pipe(node.pipe, dot)
    if (isTrue(value)) this.walk(node.body, node.type === 'with' ? value : dot)
    else this.walk(node.otherwise, dot)
    this.scope.length = depth
  }

  private range(node: TemplateNode & { type: 'if' | 'with' | 'range' }, dot: Value): void {
    const depth = this.scope.length
    const value = this.pipe({ ...node.pipe, variables: [] }, dot)
    const entries = entriesOf(value)
    const { variables } = node.pipe
    for (const [key, item] of entries) {
      this.scope.length = depth
      if (variables.length === 1) this.scope.push([variables[0]!, item])
      if (variables.length === 2) this.scope.push([variables[0]!, key], [variables[1]!, item])
      try {
        this.walk(node.body, item)
      } catch (error) {
        if (!(error instanceof LoopControl)) throw error
        if (error.kind === 'break') break
      }
    }
    this.scope.length = depth
    if (entries.length === 0) this.walk(node.otherwise, dot)
  }

  private call(node: TemplateNode & { type: 'template' }, dot: Value): void {
    const body = this.definitions.get(node.name)
    if (body === undefined) throw new Error(`<${node.name}>: template ${goQuote(node.name)} not defined`)
    const data = node.pipe === undefined ? undefined : this.pipe(node.pipe, dot)
    const outer = this.scope
    this.scope = [['$', data]]
    this.walk(body, data)
    this.scope = outer
  }

  private pipe(pipe: Pipe, dot: Value): Value {
    let value: Value
    for (const [i, command] of pipe.commands.entries())
      value = this.command(command, dot, i === 0 ? [] : [value])
    for (const name of pipe.variables) {
      const known = pipe.assigns ? this.scope.findLast(([n]) => n === name) : undefined
      if (known === undefined) this.scope.push([name, value])
      else known[1] = value
    }
    return value
  }

  private command(words: readonly Operand[], dot: Value, final: Value[]): Value {
    const [first, ...rest] = words
    if (first!.type !== 'function') return this.operand(first!, dot)
    const name = first!.name
    if (name === 'and' || name === 'or') {
      const all = [...rest.map((w) => () => this.operand(w, dot)), ...final.map((f) => () => f)]
      return shortCircuit(name, all)
    }
    return functions[name]!(...rest.map((word) => this.operand(word, dot)), ...final)
  }

  private operand(operand: Operand, dot: Value): Value {
    switch (operand.type) {
      case 'dot':
        return dot
      case 'nil':
        return null
      case 'literal':
        return operand.value
      case 'field':
        return this.fields(dot, operand.names)
      case 'variable': {
        const known = this.scope.findLast(([name]) => name === operand.name)
        if (known === undefined) throw new Error(`undefined variable ${goQuote(operand.name)}`)
        return this.fields(known[1], operand.names)
      }
      case 'chain':
        return this.fields(this.operand(operand.of, dot), operand.names)
      case 'pipe':
        return this.pipe(operand.pipe, dot)
      case 'function':
        return this.command([operand], dot, [])
    }
  }

  private fields(value: Value, names: readonly string[]): Value {
    let now = value
    for (const name of names) {
      if (now === undefined || now === null) {
        if (names.indexOf(name) === 0 || this.allowMissing) return undefined
        throw new Error(`<.${names.join('.')}>: nil data; no entry for key ${goQuote(name)}`)
      }
      if (!isObject(now))
        throw new Error(
          `<.${names.join('.')}>: can't evaluate field ${name} in type ${Array.isArray(now) ? '[]interface {}' : 'interface {}'}`,
        )
      if (!Object.hasOwn(now, name) && !this.allowMissing)
        throw new Error(`<.${names.join('.')}>: map has no entry for key ${goQuote(name)}`)
      now = Object.hasOwn(now, name) ? now[name] : undefined
    }
    return now
  }
}

const printed = (value: Value): string => (value === undefined || value === null ? noValue : goSprint(value))

function shortCircuit(name: 'and' | 'or', operands: (() => Value)[]): Value {
  let value: Value
  for (const operand of operands) {
    value = operand()
    if (isTrue(value) === (name === 'or')) break
  }
  return value
}

function entriesOf(value: Value): [Value, Value][] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.map((item, i): [Value, Value] => [i, item])
  if (isObject(value))
    return Object.keys(value)
      .sort(compareOrder)
      .map((key) => [key, value[key]])
  throw new Error(`<.>: range can't iterate over ${goTyped(value)}`)
}
