import '@fontsource-variable/inter/index.css';
import 'uplot/dist/uPlot.min.css';
import './design/rows.css';
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
import { Providers, queryClient } from './app/Providers';
import { makeRouter } from './app/router';
import { loadPage } from './app/screens';
import { sessionEnded } from './app/sessionEnd';

readKnown(document);
const router = makeRouter(queryClient);

onUnauthorized(() => sessionEnded(router, queryClient));

void queryClient.prefetchQuery(configQuery());
// Asked for while the page loads, not after it.
void texts.open(pickLocale({ language: chosenLanguage() }, [])).catch(() => {});
void askEarly(queryClient, loadPage);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
}
