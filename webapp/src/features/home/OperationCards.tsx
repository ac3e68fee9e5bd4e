import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { Link } from 'react-router';
import type { Operation } from '../../api/operations';
import { OperationDue } from './OperationDue';

interface OperationCardsProps {
  operations: readonly Operation[];
  /** The operations that are asked about what is due. */
  among: readonly string[];
}

export function OperationCards({ operations, among }: OperationCardsProps) {
  return (
    <Box
      component="ul"
      sx={{
        display: 'grid',
        gap: 2,
        p: 0,
        m: 0,
        listStyle: 'none',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
      }}
    >
      {operations.map((operation) => (
        <OperationCard key={operation.id} operation={operation} among={among} />
      ))}
    </Box>
  );
}

function OperationCard({ operation, among }: { operation: Operation; among: readonly string[] }) {
  const t = useT();
  const formats = useFormats();
  const { id, name, externalId, dso, consumersNumber, producersNumber, latestData } = operation;
  return (
    <Card component="li" sx={{ display: 'flex', flexDirection: 'column' }}>
      <CardActionArea
        component={Link}
        to={`/pmo/operations/${id}`}
        sx={{
          p: 2,
          flex: 1,
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 0.5,
          alignContent: 'start',
          justifyContent: 'stretch',
        }}
      >
        <Box sx={{ display: 'flex', gap: 1, justifyContent: 'space-between', alignItems: 'start' }}>
          <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Chip size="small" variant="outlined" label={t(`enums.Dso.${dso}`)} />
        </Box>
        <Typography variant="caption" color="textSecondary">
          {externalId}
        </Typography>
        <Typography sx={{ mt: 1 }}>
          {t('home.card.consumers', { smart_count: consumersNumber })} ·{' '}
          {t('home.card.producers', { smart_count: producersNumber })}
        </Typography>
        <Typography color="textSecondary">
          {latestData ? t('home.card.latestData', { date: formats.day(latestData, 'medium') }) : t('home.card.noData')}
        </Typography>
      </CardActionArea>
      <OperationDue operationId={id} among={among} />
    </Card>
  );
}
