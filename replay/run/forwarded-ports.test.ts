import { expect, it } from 'vitest'
import { commandLine } from '../command-line.ts'
import { noteUnopened, unforwarded } from './forwarded-ports.ts'
import type { Ran } from './ran.ts'
import { SectionLines } from './section-lines.ts'

const ran = (text: string, line: number, exitCode: number): Ran => ({
  command: commandLine(text),
  text,
  line,
  stdout: '',
  stderr: '',
  exitCode,
  milliseconds: 0,
  shown: undefined,
  asserted: true,
})

it.each<[string, string, number, number | undefined]>([
  ['kubectl port-forward nginx 8080:80', 'curl http://localhost:8080/', 7, 3],
  ['kubectl -v=7 port-forward svc/web 8080', 'curl http://127.0.0.1:8080/', 7, 3],
  ['kubectl port-forward nginx 8080:80', 'curl http://localhost:8080/', 0, undefined],
  ['kubectl port-forward nginx 8080:80', 'curl http://localhost:80/', 7, undefined],
  ['kubectl logs nginx 8080:80', 'curl http://localhost:8080/', 7, undefined],
])('after %s that could not run, %s with exit code %i depends on line %s', (opens, asks, exitCode, on) => {
  const lines = new SectionLines()
  noteUnopened(ran(opens, 3, 1), lines)
  const found = unforwarded(ran(asks, 5, exitCode), lines)
  expect(found?.message).toBe(on === undefined ? undefined : `depends on line ${on}`)
})
