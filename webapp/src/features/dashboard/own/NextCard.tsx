import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import LightbulbOutlined from '@mui/icons-material/LightbulbOutlined';
import ShowChartOutlined from '@mui/icons-material/ShowChartOutlined';
import UpdateOutlined from '@mui/icons-material/UpdateOutlined';
import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { addDays } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import type { Operation } from '../../../api/operations';
import { Fact } from '../../../design/Fact';
import { TermInfo } from '../../../design/TermInfo';
import { type SiteBalance, useSpokenMonth } from './balance';

interface NextCardProps {
  balance: SiteBalance;
  operation: Operation;
  /** The next invoice, which another part of the application knows. */
  facts?: ReactNode;
}

/** Whether the figures may still change, what comes next, and what is worth doing. */
export function NextCard({ balance, operation, facts }: NextCardProps) {
  const t = useT();
  const id = useId();
  const formats = useFormats();
  const { provisionalFrom, missingDays, advice } = balance;
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 }, minWidth: 0 }}>
      <Typography id={id} variant="h2" sx={{ mb: 1.5 }}>
        {t('myEnergy.next.title')}
      </Typography>
      <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, gap: 1.25 }}>
        <Fact icon={<UpdateOutlined />}>
          <NextData balance={balance} />
        </Fact>
        {facts}
        <Fact icon={<FactCheckOutlined />}>
          {provisionalFrom
            ? t('myEnergy.next.provisional', { date: formats.day(provisionalFrom, 'short') })
            : t('myEnergy.next.definitive')}{' '}
          <TermInfo of={provisionalFrom ? 'provisional' : 'definitive'} />
          {missingDays > 0 && ` ${t('myEnergy.next.missing', { smart_count: missingDays })}`}
        </Fact>
        {advice && (
          <Fact icon={<LightbulbOutlined />}>
            {t(`myEnergy.advice.${advice.kind}`, {
              from: advice.fromHour,
              to: advice.toHour,
              energy: formats.energy(advice.energyMilliWh),
            })}
          </Fact>
        )}
        <Fact icon={<ShowChartOutlined />}>
          <MuiLink component={Link} to={`/pmo/operations/${operation.id}/my-data`}>
            {t('myEnergy.next.data')}
          </MuiLink>
        </Fact>
      </Stack>
    </Card>
  );
}

/** The data that is awaited. */
function NextData({ balance: { next } }: { balance: SiteBalance }) {
  const t = useT();
  const formats = useFormats();
  const spoken = useSpokenMonth();
  if (!next) return t('myEnergy.next.none');
  return t(`myEnergy.next.${next.kind}`, {
    day: formats.day(next.date, next.kind === 'LATE' ? 'medium' : 'short'),
    on: formats.day(addDays(next.date, 1), 'short'),
    month: spoken(next.date.slice(0, 7)),
  });
}
