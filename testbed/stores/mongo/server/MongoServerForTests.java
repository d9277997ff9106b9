import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.exception.MongoSilentServerException;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.util.List;

/** A server in memory that speaks MongoDB's wire protocol. Prints its URL; ends when its standard input does. */
class MongoServerForTests {
    /** The library's own newest version is older than the driver accepts. */
    private record Version(List<Integer> getVersionArray, int getWireVersion) implements MongoVersion {}

    private static class Backend extends MemoryBackend {
        private final Views views = new Views();

        @Override
        public Document handleMessage(MongoMessage message) {
            try {
                return respond(message);
            } catch (MongoSilentServerException error) {
                // The library reports that a collection does not exist without the code by which drivers recognise it.
                throw new MongoServerError(26, "NamespaceNotFound", error.getMessage());
            }
        }

        private Document respond(MongoMessage message) {
            Document request = message.getDocument();
            boolean isFindAndModify = request.containsKey("findAndModify");
            if (!isFindAndModify && !request.containsKey("update") && !request.containsKey("drop")) {
                return views.handle(message, super::handleMessage);
            }
            // The library responds with the stored document itself, which another update would change before it is sent.
            // Of two drops of one collection, the second would find it, and not be able to remove it.
            synchronized (this) {
                Document response = views.handle(message, super::handleMessage);
                return isFindAndModify ? response.cloneDeeply() : response;
            }
        }
    }

    public static void main(String... arguments) throws Exception {
        MongoServer server = new MongoServer(new Backend().version(new Version(List.of(5, 0, 0), 13)));
        server.bind("127.0.0.1", 0);
        System.out.println("mongodb://127.0.0.1:" + server.getLocalAddress().getPort());
        while (System.in.read() >= 0) {}
        Runtime.getRuntime().halt(0);
    }
}
