import made from 'virtual:made-theme';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { makeStyleCache } from '@openpmo/ui/csp';
import { themeOf } from '@openpmo/ui/theme/madeTheme';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { makeQueryClient } from '../api/queryClient';
import { SnackbarHost } from '../design/SnackbarHost';
import { notify } from '../design/snackbars';
import { errorText } from '../design/useProblemText';
import { currentTranslator, LanguageGate } from './LanguageGate';

/** Errors that no screen shows itself: 7 seconds in the notification area. */
function report(error: unknown): void {
  const translator = currentTranslator();
  if (!translator) return;
  notify(errorText(translator, error), { variant: 'error' });
}

export const queryClient = makeQueryClient(report);
const styleCache = makeStyleCache();
const theme = themeOf(made);

/** Everything that stands around the pages. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={styleCache}>
      <ThemeProvider theme={theme} defaultMode="system" disableStyleSheetGeneration>
        <CssBaseline />
        <QueryClientProvider client={queryClient}>
          <LanguageGate>
            {children}
            <SnackbarHost />
          </LanguageGate>
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>
  );
}
