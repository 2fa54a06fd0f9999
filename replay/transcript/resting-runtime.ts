import type { ComponentRuntime, RunningComponent, Started } from '../runtime.ts'

/** Components start and end only when the cluster rests: where they come in does not depend on how long a command takes. */
export function restingRuntime(runtime: ComponentRuntime, rest: () => Promise<void>): ComponentRuntime {
  const resting =
    <S, T extends RunningComponent>(start: (start: S) => Promise<Started<T>>) =>
    async (given: S): Promise<Started<T>> => {
      await rest()
      const started = await start(given)
      if (!started.ok) return started
      const { component } = started
      const stop = component.stop.bind(component)
      component.stop = async () => {
        await rest()
        await stop()
      }
      return started
    }
  return {
    ...runtime,
    startApiserver: resting(runtime.startApiserver),
    startControllers: resting(runtime.startControllers),
    startKubelet: resting(runtime.startKubelet),
    startKubeProxy: resting(runtime.startKubeProxy),
  }
}
