// A Vite plugin that lets charts be drawn in any browser: uPlot makes a number format of the browser's language as
// soon as it is loaded, and that need not be a language tag (`en-US@posix` where the system has no locale). None of its
// numbers are shown: those of axes and legends are ours.
import type { Plugin } from 'vite';

const named = 'new Intl.NumberFormat(domEnv ? nav.language : ';

export function anyLanguage(): Plugin {
  return {
    name: 'pmo-any-language',
    transform(code, id) {
      if (!id.includes('/uplot/dist/') || !id.endsWith('.js')) return undefined;
      if (!code.includes(named)) throw new Error('uPlot takes its language from elsewhere now: is this still needed?');
      return { code: code.replace(named, 'new Intl.NumberFormat('), map: null };
    },
  };
}
