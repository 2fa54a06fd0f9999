// Tests that have something prepared before their time begins to run: vitest counts fixtures as time of the test, and hooks not.
import { beforeEach, type TestAPI, type TestContext } from 'vitest'
import { type CallSite, callSite } from '../call-site.ts'
import { currentSuite, type Suite } from './current-suite.ts'
import { usedFixtures } from './used-fixtures.ts'

/** Prepares what a test needs; it may answer with what is to be done after the test. @param defined where the test stands */
export type Prepare = (
  context: Pick<TestContext, 'task' | 'onTestFailed'>,
  defined: CallSite,
) => Promise<() => Promise<void>>

type AnyFunction = (...args: unknown[]) => unknown
type AnyTest = AnyFunction & Record<string, unknown>

const chained = new Set<PropertyKey>(['concurrent', 'sequential', 'skip', 'only', 'todo', 'fails'])

/** A `test` like the given one, whose tests that use the fixture are prepared first. */
export function preparedTests<T extends object>(
  test: TestAPI<T>,
  fixture: string,
  prepare: Prepare,
): TestAPI<T> {
  return new Tests(prepare).of(test as unknown as AnyTest, new Set([fixture])) as unknown as TestAPI<T>
}

class Tests {
  private readonly prepare: Prepare
  private readonly defined = new WeakMap<object, CallSite>()
  private readonly hooked = new WeakSet<Suite>()

  constructor(prepare: Prepare) {
    this.prepare = prepare
  }

  /** @param needs names of the fixtures that cannot be without it */
  of(test: AnyTest, needs: ReadonlySet<string>): AnyTest {
    const tests: AnyTest = new Proxy(test, {
      apply: (target, that, args: unknown[]) => {
        const define = (): unknown => Reflect.apply(target, that, args)
        return this.define(define, handlerUses(args, needs, 0), callSite(tests))
      },
      get: (target, key) => this.member(target, key, needs, tests),
    })
    return tests
  }

  private member(test: AnyTest, key: PropertyKey, needs: ReadonlySet<string>, tests: AnyTest): unknown {
    const value = Reflect.get(test, key, test) as unknown
    if (typeof value !== 'function') return value
    if (chained.has(key)) return this.of(value as AnyTest, needs)
    const member = (...args: unknown[]): unknown => Reflect.apply(value as AnyFunction, test, args)
    if (key === 'skipIf' || key === 'runIf')
      return (...args: unknown[]) => this.of(member(...args) as AnyTest, needs)
    if (key === 'extend')
      return (...args: unknown[]) => this.of(member(...args) as AnyTest, withDependents(needs, args))
    if (key === 'for')
      return (...cases: unknown[]) => {
        const each = member(...cases) as AnyFunction
        const define = (...args: unknown[]): unknown =>
          this.define(() => each(...args), handlerUses(args, needs, 1), callSite(define))
        return define
      }
    return (...args: unknown[]) => {
      const answer = member(...args)
      return answer === test ? tests : answer
    }
  }

  /** Defines tests, and notes those that use the fixture. */
  private define(define: () => unknown, uses: boolean, site: CallSite): unknown {
    if (!uses) return define()
    const suite = currentSuite()
    const before = suite.tasks.length
    const answer = define()
    for (const task of suite.tasks.slice(before)) this.defined.set(task, site)
    this.hook(suite)
    return answer
  }

  private hook(suite: Suite): void {
    if (this.hooked.has(suite)) return
    this.hooked.add(suite)
    // 0: the preparation has a time limit of its own.
    beforeEach(async ({ task, onTestFailed }) => {
      const site = this.defined.get(task)
      return site && (await this.prepare({ task, onTestFailed }, site))
    }, 0)
  }
}

function handlerUses(args: readonly unknown[], needs: ReadonlySet<string>, parameter: number): boolean {
  const handler = args.find((one) => typeof one === 'function')
  return usedFixtures(handler, parameter).some((name) => needs.has(name))
}

/** @param args of `extend`: an object of fixtures, or the name of one with it */
function withDependents(needs: ReadonlySet<string>, [first, ...rest]: readonly unknown[]): Set<string> {
  const fixtures = typeof first === 'string' ? { [first]: rest } : ((first ?? {}) as Record<string, unknown>)
  const found = new Set(needs)
  for (const [name, fixture] of Object.entries(fixtures)) {
    const fn = [fixture].flat().find((one) => typeof one === 'function')
    if (usedFixtures(fn).some((used) => found.has(used))) found.add(name)
    else found.delete(name)
  }
  return found
}
