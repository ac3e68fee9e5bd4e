import { ThemeProvider } from '@mui/material/styles';
import { useT } from '@openpmo/ui/i18n/context';
import { AdminUI, type AuthProvider, CoreAdminContext, type DataProvider, Resource } from 'react-admin';
import { Dashboard } from '../dashboard/Dashboard';
import { useLanguage } from '../i18n/LanguageProvider';
import { approvals } from '../resources/approvals';
import { participantBills, producerBills } from '../resources/bills';
import { claims } from '../resources/claims';
import { emissions } from '../resources/emissions';
import { jobs } from '../resources/jobs';
import { operations } from '../resources/operations';
import { outbox } from '../resources/outbox';
import { participants } from '../resources/participants';
import { priceRanges } from '../resources/priceRanges';
import { regulatedPrices } from '../resources/regulatedPrices';
import { users } from '../resources/users';
import { Frame } from './Frame';
import { LoginPage } from './LoginPage';
import { MissingPage } from './MissingPage';
import { makeAdminTheme } from './theme';

const theme = makeAdminTheme();

interface AppProps {
  dataProvider: DataProvider;
  authProvider: AuthProvider;
}

/** The back-office: resources in the order of the menu. */
export function App({ dataProvider, authProvider }: AppProps) {
  const t = useT();
  const { texts } = useLanguage();
  return (
    <CoreAdminContext dataProvider={dataProvider} authProvider={authProvider} i18nProvider={texts.i18nProvider}>
      <ThemeProvider theme={theme} defaultMode="system">
        <AdminUI
          title={t('admin.product')}
          dashboard={Dashboard}
          layout={Frame}
          loginPage={LoginPage}
          catchAll={MissingPage}
          requireAuth
          disableTelemetry
        >
          <Resource {...operations} />
          <Resource {...participants} />
          <Resource {...users} />
          <Resource {...participantBills} />
          <Resource {...producerBills} />
          <Resource {...claims} />
          <Resource {...emissions} />
          <Resource {...approvals} />
          <Resource {...priceRanges} />
          <Resource {...regulatedPrices} />
          <Resource {...jobs} />
          <Resource {...outbox} />
        </AdminUI>
      </ThemeProvider>
    </CoreAdminContext>
  );
}
