import 'virtual:made-theme.css';
import '@fontsource-variable/inter/index.css';
import 'uplot/dist/uPlot.min.css';
import './design/rail.css';
import './design/rows.css';
import './design/tile.css';
import { pickLocale } from '@openpmo/ui/i18n/locale';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { onUnauthorized } from './api/client';
import { readKnown } from './api/known';
import { chosenLanguage } from './api/language';
import { configQuery } from './api/session';
import { texts } from './api/texts';
import { askEarly } from './app/early';
import { openTexts } from './app/LanguageGate';
import { Providers, queryClient } from './app/Providers';
import { makeRouter } from './app/router';
import { sessionEnded } from './app/sessionEnd';
import { shortly } from './app/shortly';

readKnown(document);
const router = makeRouter(queryClient);

onUnauthorized(() => sessionEnded(router, queryClient));

void queryClient.prefetchQuery(configQuery());
// Asked for while the page loads, not after it.
void texts.open(pickLocale({ language: chosenLanguage() }, [])).catch(() => {});
askEarly(queryClient);

/** Once the page of the address is loaded: it is drawn with what stands around it and with its texts, and not after an empty one. */
const opened = new Promise<void>((done) => {
  if (router.state.initialized) return done();
  const forget = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    forget();
    done();
  });
});

const root = document.getElementById('root');
void shortly(
  opened.then(() => openTexts(queryClient)),
  400,
).then(() => {
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
});
