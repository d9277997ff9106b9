/**
 * The client's generated protocol messages. We use them instead of its public functions, whose restrictions connection.ts
 * describes.
 */
import featuresService from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/serverfeatures_grpc_pb.js'
import shared from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js'
import streamsService from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_grpc_pb.js'
import streams from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js'

export type { ServerFeaturesClient } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/serverfeatures_grpc_pb.js'
export type { StreamsClient } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_grpc_pb.js'
export type {
  BatchAppendReq,
  BatchAppendResp,
  ReadReq,
  ReadResp,
} from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js'

export const services = {
  streams: streamsService.StreamsClient,
  features: featuresService.ServerFeaturesClient,
}

export const { Empty, StreamIdentifier, UUID, WrongExpectedVersion } = shared
export const { BatchAppendReq: AppendRequest, ReadReq: ReadRequest } = streams
