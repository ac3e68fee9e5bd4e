import { type ComponentType, createElement, lazy, Suspense, useState } from 'react';

/** A part that comes when it is first shown; `ahead` brings it before. */
export type Later<Props> = ComponentType<Props> & { ahead: () => Promise<unknown> };

/** A part, such as a dialog, that is loaded when it is first shown; until then nothing stands in its place, or `meanwhile`. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReturnType<typeof createElement> | null = null,
): Later<Props> {
  let there: ComponentType<Props> | undefined;
  const bring = async () => {
    there = await load();
    return there;
  };
  const Part = lazy(async () => ({ default: await bring() })) as unknown as ComponentType<Props>;
  function Later(props: Props) {
    // What was brought ahead is drawn at once, without the empty place before it; what is drawn keeps its state.
    const [ahead] = useState(() => there);
    if (ahead) return createElement(ahead, props);
    return <Suspense fallback={meanwhile}>{createElement(Part, props)}</Suspense>;
  }
  return Object.assign(Later, { ahead: bring });
}
